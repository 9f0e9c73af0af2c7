import { Select } from 'antd';
import type { TreeChoice } from './TaskTree.tsx';
import type { TaskArea } from './taskState.ts';

/** The tree as a list to choose from, where there is no room beside the tasks. */
export function CategorySelect({
  areas,
  total,
  chosen,
  onChoose,
}: {
  areas: readonly TaskArea[];
  total: number;
  chosen: TreeChoice;
  onChoose(choice: TreeChoice): void;
}) {
  const value = chosen.form ? `form:${chosen.form}` : chosen.area ? `area:${chosen.area}` : 'all';
  return (
    <Select
      className="tl-category"
      aria-label="事项分类"
      value={value}
      popupMatchSelectWidth={false}
      data-action="category"
      options={[
        { value: 'all', label: `全部事项（${total}）` },
        ...areas.map(({ area, name, count, forms }) => ({
          label: name,
          options: [
            { value: `area:${area}`, label: `${name}（${count}）` },
            ...forms.map((form) => ({ value: `form:${form.formKey}`, label: `${form.formName}（${form.count}）` })),
          ],
        })),
      ]}
      onChange={(next: string) =>
        onChoose({
          area: next.startsWith('area:') ? next.slice(5) : '',
          form: next.startsWith('form:') ? next.slice(5) : '',
        })
      }
    />
  );
}
