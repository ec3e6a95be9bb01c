/** Hands a file to the browser to be stored, as a download would be. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it over by then; at once would be too early for some.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}
