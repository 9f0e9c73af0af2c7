import { Select } from 'antd';
import type { TreeChoice } from './TaskTree.tsx';
import type { TaskArea } from './taskState.ts';

/** Selector of the business area or form; replaces the category tree on narrow screens. */
export function CategorySelect({
  areas,
  total,
  selected,
  onChoose,
}: {
  areas: readonly TaskArea[];
  total: number;
  selected: TreeChoice;
  onChoose(choice: TreeChoice): void;
}) {
  const value = selected.form ? `form:${selected.form}` : selected.area ? `area:${selected.area}` : 'all';
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
