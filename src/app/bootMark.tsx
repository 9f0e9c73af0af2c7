/** Shown while the page behind it is on its way; the same as in index.html. */
export function BootMark() {
  return <output className="sf-boot"><span className="sf-boot-mark" aria-hidden="true" /><p>正在打开…</p></output>;
}
