/** Opens the browser's file picker; resolves to an empty array when it is cancelled. Requires a user gesture. */
export function chooseFiles(accept: string, multiple = false): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.multiple = multiple;
  return new Promise((resolve) => {
    input.addEventListener('change', () => {
      resolve([...(input.files ?? [])]);
    });
    input.addEventListener('cancel', () => {
      resolve([]);
    });
    input.click();
  });
}
