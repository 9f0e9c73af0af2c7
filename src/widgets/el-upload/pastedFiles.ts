const padTwo = (number: number): string => String(number).padStart(2, '0');

/**
 * Returns the files of the clipboard. Browsers call every pasted picture image.png, so a picture gets a new name with
 * the current time.
 */
export function pastedFiles(data: DataTransfer | null, now = new Date()): File[] {
  const stamp = `${now.getFullYear()}${padTwo(now.getMonth() + 1)}${padTwo(now.getDate())}-${padTwo(now.getHours())}${padTwo(now.getMinutes())}${padTwo(now.getSeconds())}`;
  return [...(data?.files ?? [])].map((file, index) => {
    if (!/^image\.\w+$/.test(file.name)) return file;
    const name = `截图-${stamp}${index === 0 ? '' : `-${index + 1}`}.${file.name.split('.').pop() ?? 'png'}`;
    return new File([file], name, { type: file.type });
  });
}
