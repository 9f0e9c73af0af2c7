import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { TaskArea } from './taskState.ts';

export interface TreeChoice {
  area: string;
  form: string;
}

interface Props {
  areas: readonly TaskArea[];
  total: number;
  chosen: TreeChoice;
  onChoose(choice: TreeChoice): void;
}

const ALL: TreeChoice = { area: '', form: '' };

function Entry({
  name,
  count,
  isChosen,
  onChoose,
  hook,
}: {
  name: string;
  count: number;
  isChosen: boolean;
  onChoose(): void;
  hook: string;
}) {
  return (
    <button
      type="button"
      className="tl-entry"
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
      data-category={hook}
      title={name}
    >
      <span>{name}</span>
      <span className="tl-number">{count}</span>
    </button>
  );
}

/** Where the tasks come from: business areas, and their forms, each with its number. */
export function TaskTree({ areas, total, chosen, onChoose }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (area: string): void =>
    setFolded((before) => new Set(before.has(area) ? [...before].filter((name) => name !== area) : [...before, area]));
  return (
    <nav className="tl-tree" aria-label="事项分类">
      <Entry
        name="全部事项"
        count={total}
        isChosen={chosen.area === '' && chosen.form === ''}
        onChoose={() => onChoose(ALL)}
        hook="all"
      />
      <ul>
        {areas.map(({ area, name, count, forms }) => {
          const isOpen = !folded.has(area);
          return (
            <li key={area}>
              <div className="tl-area">
                <button
                  type="button"
                  className="tl-fold"
                  aria-expanded={isOpen}
                  aria-label={`${isOpen ? '收起' : '展开'}${name}`}
                  onClick={() => fold(area)}
                >
                  {isOpen ? <CaretDownOutlined /> : <CaretRightOutlined />}
                </button>
                <Entry
                  name={name}
                  count={count}
                  isChosen={chosen.area === area && chosen.form === ''}
                  onChoose={() => onChoose({ area, form: '' })}
                  hook={area}
                />
              </div>
              {isOpen ? (
                <ul>
                  {forms.map((form) => (
                    <li key={form.formKey}>
                      <Entry
                        name={form.formName}
                        count={form.count}
                        isChosen={chosen.form === form.formKey}
                        onChoose={() => onChoose({ area: '', form: form.formKey })}
                        hook={form.formKey}
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
