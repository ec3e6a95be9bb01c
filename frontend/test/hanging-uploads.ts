const nothing = () => undefined;

/** For tests of forms: uploads begin, but nothing is sent and nothing arrives. */
export function stubHangingUploads(): void {
  const request = class {
    upload = {};
    open = nothing;
    setRequestHeader = nothing;
    send = nothing;
    abort = nothing;
  };
  Object.assign(window, { XMLHttpRequest: request });
}
