const two = (number: number): string => String(number).padStart(2, '0');

/** A picture from the clipboard is always called image.png: named by its moment, several can be told apart. */
export function pastedFiles(data: DataTransfer | null, now = new Date()): File[] {
  const stamp = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return [...(data?.files ?? [])].map((file, index) => {
    if (!/^image\.\w+$/.test(file.name)) return file;
    const name = `截图-${stamp}${index === 0 ? '' : `-${index + 1}`}.${file.name.split('.').pop() ?? 'png'}`;
    return new File([file], name, { type: file.type });
  });
}
