/**
 * Navigates to an address and reloads the page, also for an address that starts with #. '' reloads the current address.
 */
export function navigateAndReload(address: string): void {
  if (address.startsWith('#')) window.location.hash = address;
  else if (address) window.location.assign(address);
  if (address === '' || address.startsWith('#')) window.location.reload();
}
