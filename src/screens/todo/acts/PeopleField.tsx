import { Suspense, useId, type ComponentType } from 'react';
import type { EditProps } from '../../../runtime/faces.ts';
import { widget } from '../../../widgets/userSelector/index.ts';

/** People as a form chooses them; `value` is their ids. */
export function PeopleField({ label, value, names, isMultiple, isInvalid, onChange }: {
  label: string; value: readonly string[]; names: string; isMultiple: boolean; isInvalid: boolean; onChange(ids: readonly string[], names: string): void;
}) {
  const id = useId();
  const Edit = widget.faces.edit as ComponentType<EditProps>;
  const node = { tag: 'userSelector', __vModel__: 'people', label, multiple: isMultiple, placeholder: '请选择人员' } as EditProps['node'];
  return (
    <div className="sc-act-field" data-field="people">
      <label htmlFor={id}>{label}</label>
      <Suspense fallback={null}>
        <Edit id={id} node={node} value={value.join(',')} label={names} disabled={false} invalid={isInvalid} isRequired onChange={(ids, text) => onChange(String(ids ?? '').split(',').filter(Boolean), text ?? '')} />
      </Suspense>
    </div>
  );
}
