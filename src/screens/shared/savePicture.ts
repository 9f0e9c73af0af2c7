/** Lifetime in ms of the object URL: long enough for the browser to begin saving. */
const OBJECT_URL_LIFETIME_MS = 60_000;

const blobOf = async (picture: string | Blob): Promise<Blob> => {
  if (typeof picture !== 'string') return picture;
  const [head = '', body = ''] = picture.split(',');
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([\w/+-]+)/.exec(head)?.[1] ?? 'image/png' });
};

/** Saves a picture (a blob or a base64 `data:` address) as a PNG file named after its title. */
export async function savePicture(picture: string | Blob, title: string): Promise<void> {
  const address = URL.createObjectURL(await blobOf(picture));
  setTimeout(() => URL.revokeObjectURL(address), OBJECT_URL_LIFETIME_MS);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${(title || '图表').replace(/[\\/:*?"<>|]/g, '_')}.png`;
  document.body.append(link);
  link.click();
  link.remove();
}
