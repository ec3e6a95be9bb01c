/** A request as multipart form data, for saves with a file: every field is text, null becomes ''. */
export function toFormData(request: object, files: Record<string, File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) {
    if (Array.isArray(value)) form.set(name, JSON.stringify(value));
    else if (value !== undefined) form.set(name, String(value ?? ''));
  }
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}
