/** A multipart body as browsers send it. Buffers and Files become files. */
export async function encodeForm(
  values: Record<string, string | string[] | Buffer | File>,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (Buffer.isBuffer(value)) data.append(name, createFile(value, `${name}.bin`));
    else if (value instanceof File) data.append(name, value);
    else for (const each of [value].flat()) data.append(name, each);
  }
  const encoded = new Response(data);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

export const createFile = (bytes: Buffer, name: string): File => new File([new Uint8Array(bytes)], name);
