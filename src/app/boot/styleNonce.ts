/**
 * Sets the nonce of the content security policy on every style element that code of this page creates: the scroll lock
 * and the scrollbar measurement of antd, and other libraries, have no option for a nonce. The policy still refuses
 * every script that is not a file of this product.
 */
export function addNonceToStyles(page: Document, nonce: string | null): void {
  if (nonce === null) return;
  const create = page.createElement.bind(page) as (tag: string, options?: ElementCreationOptions) => HTMLElement;
  page.createElement = ((tag: string, options?: ElementCreationOptions) => {
    const element = create(tag, options);
    if (element.localName === 'style') element.nonce = nonce;
    return element;
  }) as Document['createElement'];
}
