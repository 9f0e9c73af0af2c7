import { useEffect } from 'react';
import type { FieldNode } from '../../grammar/nodes.ts';

interface AriaInput {
  node: { label?: string };
  invalid: boolean;
  isRequired?: boolean;
  describedBy?: string;
  isCell?: boolean;
}

/** Returns the ARIA attributes of a control. A table cell has no label element, so the column's label is its name. */
export const ariaOf = ({ node, invalid, isRequired, describedBy, isCell }: AriaInput) => ({
  'aria-invalid': invalid || undefined,
  'aria-required': isRequired || undefined,
  'aria-describedby': describedBy,
  'aria-label': isCell ? node.label : undefined,
});

/**
 * Sets `aria-invalid` and `aria-required` on the input with this id. For antd controls, which would set these
 * attributes on an outer element without a role.
 */
export function useAriaStates(id: string, invalid: boolean, isRequired: boolean | undefined): void {
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

/** Sets the accessible name of the second input of a range, because the label element refers to the first input. */
export function useRangeEndLabel(id: string, isRange: boolean, label: string | undefined): void {
  useEffect(() => {
    if (isRange) document.getElementById(`${id}-end`)?.setAttribute('aria-label', `${label ?? ''}（结束）`);
  }, [id, isRange, label]);
}

/** Returns the ARIA attributes of a group of controls, which is named by the field's label element. */
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
