import { useEffect } from 'react';
import type { FieldNode } from '../../grammar/nodes.ts';

interface AriaInput {
  node: { label?: string };
  invalid: boolean;
  isRequired?: boolean;
  describedBy?: string;
  isCell?: boolean;
}

/** ARIA attributes of a control. In a table cell, which has no label element, the column's label is the name. */
export const ariaOf = ({ node, invalid, isRequired, describedBy, isCell }: AriaInput) => ({
  'aria-invalid': invalid || undefined,
  'aria-required': isRequired || undefined,
  'aria-describedby': describedBy,
  'aria-label': isCell ? node.label : undefined,
});

/**
 * Sets `aria-invalid` and `aria-required` on the input with this id, for antd controls that would put these attributes
 * on an outer element without a role.
 */
export function useInputState(id: string, invalid: boolean, isRequired: boolean | undefined): void {
  useEffect(() => {
    const input = document.getElementById(id);
    for (const [name, isOn] of [
      ['aria-invalid', invalid],
      ['aria-required', isRequired === true],
    ] as const) {
      if (isOn) input?.setAttribute(name, 'true');
      else input?.removeAttribute(name);
    }
  }, [id, invalid, isRequired]);
}

/** Sets the accessible name of the second input of a range, because the label element refers only to the first one. */
export function useEndName(id: string, isRange: boolean, label: string | undefined): void {
  useEffect(() => {
    if (isRange) document.getElementById(`${id}-end`)?.setAttribute('aria-label', `${label ?? ''}（结束）`);
  }, [id, isRange, label]);
}

/** ARIA attributes of a group of controls, which is named by the label element of the field. */
export const groupAriaOf = ({
  id,
  node,
  describedBy,
  isCell,
  invalid,
}: AriaInput & { id: string; node: Pick<FieldNode, 'label'> }) => ({
  'aria-labelledby': isCell ? undefined : `${id}-label`,
  'aria-label': isCell ? node.label : undefined,
  'aria-describedby': describedBy,
  'data-invalid': invalid || undefined,
});
