/** Returns the props of a control that edits a table cell: no border, focused on mount. */
export const cellProps = (isCell: boolean | undefined): { variant?: 'borderless'; autoFocus?: true } =>
  isCell ? { variant: 'borderless', autoFocus: true } : {};
