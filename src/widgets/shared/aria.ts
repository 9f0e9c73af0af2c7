import type { FieldNode } from '../../grammar/nodes.ts';

interface Asked { node: { label?: string }; invalid: boolean; isRequired?: boolean; describedBy?: string; isCell?: boolean }

/** What a control tells assistive tools. In a cell there is no label beside it, so it carries its column's name. */
export const ariaOf = ({ node, invalid, isRequired, describedBy, isCell }: Asked) => ({
  'aria-invalid': invalid || undefined,
  'aria-required': isRequired || undefined,
  'aria-describedby': describedBy,
  'aria-label': isCell ? node.label : undefined,
});

/** The same for a group of controls: named by the frame's label. */
export const groupAriaOf = ({ id, node, describedBy, isCell, invalid }: Asked & { id: string; node: Pick<FieldNode, 'label'> }) => ({
  'aria-labelledby': isCell ? undefined : `${id}-label`,
  'aria-label': isCell ? node.label : undefined,
  'aria-describedby': describedBy,
  'data-invalid': invalid || undefined,
});
