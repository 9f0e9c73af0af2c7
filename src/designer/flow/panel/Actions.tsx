import { Checkbox, Switch } from 'antd';
import { withAttribute, type TaskData } from '../model/taskData.ts';
import { LazyInput } from './LazyInput.tsx';
import { ACTIONS, USUAL_ACTIONS } from './words.ts';

/** Most characters of a button. */
const LONGEST = 12;
const KNOWN = ACTIONS.map(({ value }) => value);

/** What a node offers, and what its buttons are called. */
export function Actions({ value, onChange }: { value: TaskData; onChange(next: TaskData): void }) {
  const listed = (value.actions.value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const stated = [...new Set([...listed, ...value.buttons.map(({ action = '' }) => action)])].filter(Boolean);
  const isUsual = stated.length === 0;
  const chosen = isUsual ? USUAL_ACTIONS : stated;
  const set = (next: readonly string[], buttons = value.buttons): void => {
    const text = [...stated.filter((one) => !KNOWN.includes(one)), ...KNOWN.filter((one) => next.includes(one))].join(
      ',',
    );
    onChange({
      ...value,
      actions: withAttribute(value.actions, 'value', text),
      buttons: buttons.filter(({ action = '' }) => next.includes(action) || !KNOWN.includes(action)),
    });
  };
  const rename = (action: string, name: string): void => {
    const rest = value.buttons.filter((button) => button.action !== action);
    // naming one button offers that one: the others are said beside it
    set(chosen, name === '' ? rest : [...rest, { action, name }]);
  };
  return (
    <div className="fd-actions" data-panel="actions">
      <div className="fd-switch">
        <Switch
          size="small"
          checked={isUsual}
          onChange={(isOn) => {
            if (isOn) onChange({ ...value, actions: withAttribute(value.actions, 'value', ''), buttons: [] });
            else set(USUAL_ACTIONS);
          }}
          aria-label="用常用的操作"
        />{' '}
        用常用的操作
      </div>
      <ul>
        {ACTIONS.map(({ value: action, label }) => (
          <li key={action} data-offered={action}>
            <Checkbox
              checked={chosen.includes(action)}
              onChange={({ target }) =>
                set(target.checked ? [...chosen, action] : chosen.filter((one) => one !== action))
              }
            >
              {label}
            </Checkbox>
            {chosen.includes(action) ? (
              <LazyInput
                value={value.buttons.find((button) => button.action === action)?.name ?? ''}
                label={`“${label}”按钮的名称`}
                placeholder="按钮名称"
                maxLength={LONGEST}
                onCommit={(name) => rename(action, name.trim())}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
