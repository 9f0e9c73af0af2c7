import { useEffect } from 'react';
import type { FieldNode } from '../../grammar/nodes.ts';

interface Asked {
  node: { label?: string };
  invalid: boolean;
  isRequired?: boolean;
  describedBy?: string;
  isCell?: boolean;
}

/** What a control tells assistive tools. In a cell there is no label beside it, so it carries its column's name. */
export const ariaOf = ({ node, invalid, isRequired, describedBy, isCell }: Asked) => ({
  'aria-invalid': invalid || undefined,
  'aria-required': isRequired || undefined,
  'aria-describedby': describedBy,
  'aria-label': isCell ? node.label : undefined,
});

/**
 * For controls of antd that put unknown attributes on an outer element without a role: the state goes to the
 * input itself, which carries the id.
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

/** The second input of a range, which the frame's label does not reach; a range has one where `isRange`. */
export function useEndName(id: string, isRange: boolean, label: string | undefined): void {
  useEffect(() => {
    if (isRange) document.getElementById(`${id}-end`)?.setAttribute('aria-label', `${label ?? ''}（结束）`);
  }, [id, isRange, label]);
}

/** The same for a group of controls: named by the frame's label. */
export const groupAriaOf = ({
  id,
  node,
  describedBy,
  isCell,
  invalid,
}: Asked & { id: string; node: Pick<FieldNode, 'label'> }) => ({
  'aria-labelledby': isCell ? undefined : `${id}-label`,
  'aria-label': isCell ? node.label : undefined,
  'aria-describedby': describedBy,
  'data-invalid': invalid || undefined,
});
