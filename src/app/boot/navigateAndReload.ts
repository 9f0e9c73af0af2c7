/**
 * Navigates to an address and reloads the page, even when only the part after # differs; '' reloads the present
 * address.
 */
export function navigateAndReload(address: string): void {
  if (address.startsWith('#')) window.location.hash = address;
  else if (address) window.location.assign(address);
  if (address === '' || address.startsWith('#')) window.location.reload();
}
