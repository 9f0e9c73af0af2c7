/** Returns the `href` of a record's page. */
export const detailHref = (formKey: string, id: string): string =>
  `#/commonEntry/detail?${new URLSearchParams({ formKey, id }).toString()}`;
