/** Formats a size in bytes for people: 52428800 as “50 MB”. */
export function sizeText(bytes: number): string {
  const unit = bytes >= 1024 ** 3 ? 3 : bytes >= 1024 ** 2 ? 2 : bytes >= 1024 ? 1 : 0;
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${['字节', 'KB', 'MB', 'GB'][unit]}`;
}
