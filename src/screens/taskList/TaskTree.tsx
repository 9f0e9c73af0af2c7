import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { TaskArea } from './taskState.ts';

/** The selected category: a business area or a form, given by its key; both '' for all tasks. */
export interface TreeChoice {
  area: string;
  form: string;
}

interface Props {
  areas: readonly TaskArea[];
  total: number;
  selected: TreeChoice;
  onChoose(choice: TreeChoice): void;
}

const ALL_TASKS: TreeChoice = { area: '', form: '' };

function CategoryButton({
  name,
  count,
  isSelected,
  onChoose,
  categoryKey,
}: {
  name: string;
  count: number;
  isSelected: boolean;
  onChoose(): void;
  categoryKey: string;
}) {
  return (
    <button
      type="button"
      className="tl-entry"
      aria-current={isSelected ? 'true' : undefined}
      onClick={onChoose}
      data-category={categoryKey}
      title={name}
    >
      <span>{name}</span>
      <span className="tl-number">{count}</span>
    </button>
  );
}

/** Category tree of the tasks: business areas and their forms, with counts. */
export function TaskTree({ areas, total, selected, onChoose }: Props) {
  const [collapsedAreas, setCollapsedAreas] = useState<ReadonlySet<string>>(new Set());
  const toggle = (area: string): void =>
    setCollapsedAreas(
      (before) => new Set(before.has(area) ? [...before].filter((name) => name !== area) : [...before, area]),
    );
  return (
    <nav className="tl-tree" aria-label="事项分类">
      <CategoryButton
        name="全部事项"
        count={total}
        isSelected={selected.area === '' && selected.form === ''}
        onChoose={() => onChoose(ALL_TASKS)}
        categoryKey="all"
      />
      <ul>
        {areas.map(({ area, name, count, forms }) => {
          const isOpen = !collapsedAreas.has(area);
          return (
            <li key={area}>
              <div className="tl-area">
                <button
                  type="button"
                  className="tl-fold"
                  aria-expanded={isOpen}
                  aria-label={`${isOpen ? '收起' : '展开'}${name}`}
                  onClick={() => toggle(area)}
                >
                  {isOpen ? <CaretDownOutlined /> : <CaretRightOutlined />}
                </button>
                <CategoryButton
                  name={name}
                  count={count}
                  isSelected={selected.area === area && selected.form === ''}
                  onChoose={() => onChoose({ area, form: '' })}
                  categoryKey={area}
                />
              </div>
              {isOpen ? (
                <ul>
                  {forms.map((form) => (
                    <li key={form.formKey}>
                      <CategoryButton
                        name={form.formName}
                        count={form.count}
                        isSelected={selected.form === form.formKey}
                        onChoose={() => onChoose({ area: '', form: form.formKey })}
                        categoryKey={form.formKey}
                      />
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
