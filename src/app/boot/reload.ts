/** Goes to an address and loads the page anew, even when only the part after # differs. */
export function reload(address: string): void {
  if (address.startsWith('#')) window.location.hash = address;
  else if (address) window.location.assign(address);
  if (address === '' || address.startsWith('#')) window.location.reload();
}
