/**
 * Gives every style element that code of this page creates the nonce of the page's policy. antd passes the nonce to
 * most of its style elements, but its scroll lock, its scrollbar measure and other libraries create theirs without
 * one and take no option for it. Scripts gain nothing by this: the policy still refuses any script that is not a file of ours.
 */
export function giveStylesNonce(page: Document, nonce: string | null): void {
  if (nonce === null) return;
  const create = page.createElement.bind(page) as (tag: string, options?: ElementCreationOptions) => HTMLElement;
  page.createElement = ((tag: string, options?: ElementCreationOptions) => {
    const element = create(tag, options);
    if (element.localName === 'style') element.nonce = nonce;
    return element;
  }) as Document['createElement'];
}
