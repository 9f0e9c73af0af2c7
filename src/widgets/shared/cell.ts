/** Look of a control that is a cell's editor: no border of its own, and the keyboard at once. */
export const cellProps = (isCell: boolean | undefined): { variant?: 'borderless'; autoFocus?: true } =>
  isCell ? { variant: 'borderless', autoFocus: true } : {};
