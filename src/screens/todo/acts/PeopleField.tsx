import { Suspense, useId, type ComponentType } from 'react';
import type { EditProps } from '../../../runtime/node/faces.ts';
import { ExcludedPeople } from '../../../widgets/shared/choice/excludedPeople.ts';
import { widget } from '../../../widgets/userSelector/index.ts';

const NOBODY: readonly string[] = [];

/**
 * User selector. `value`: ids of the selected people; `names`: their names as one text; `excludedIds`: ids of people
 * who are not selectable.
 */
export function PeopleField({
  label,
  value,
  names,
  isMultiple,
  isInvalid,
  isRequired = true,
  excludedIds = NOBODY,
  onChange,
}: {
  label: string;
  excludedIds?: readonly string[];
  value: readonly string[];
  names: string;
  isMultiple: boolean;
  isInvalid: boolean;
  isRequired?: boolean;
  onChange(ids: readonly string[], names: string): void;
}) {
  const id = useId();
  const Edit = widget.faces.edit as ComponentType<EditProps>;
  const node = {
    tag: 'userSelector',
    __vModel__: 'people',
    label,
    multiple: isMultiple,
    placeholder: '请选择人员',
  } as EditProps['node'];
  return (
    <div className="sc-act-field" data-field="people">
      <label htmlFor={id}>{label}</label>
      <Suspense fallback={null}>
        <ExcludedPeople value={excludedIds}>
          <Edit
            id={id}
            node={node}
            value={value.join(',')}
            label={names}
            disabled={false}
            invalid={isInvalid}
            isRequired={isRequired}
            onChange={(ids, text) =>
              onChange(
                String(ids ?? '')
                  .split(',')
                  .filter(Boolean),
                text ?? '',
              )
            }
          />
        </ExcludedPeople>
      </Suspense>
    </div>
  );
}
