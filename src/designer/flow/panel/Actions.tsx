import { Checkbox, Switch } from 'antd';
import { withAttribute, type TaskData } from '../model/taskData.ts';
import { CommitOnBlurInput } from './CommitOnBlurInput.tsx';
import { ACTIONS, DEFAULT_ACTIONS } from './labels.ts';

/** Maximum length of a button name, in characters. */
const MAX_NAME_LENGTH = 12;
const KNOWN_ACTIONS = ACTIONS.map(({ value }) => value);

/** Edits the actions of a node and the names of their buttons. */
export function Actions({ value, onChange }: { value: TaskData; onChange(next: TaskData): void }) {
  const listed = (value.actions.value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const configured = [...new Set([...listed, ...value.buttons.map(({ action = '' }) => action)])].filter(Boolean);
  const isDefault = configured.length === 0;
  const offered = isDefault ? DEFAULT_ACTIONS : configured;
  const set = (next: readonly string[], buttons = value.buttons): void => {
    const text = [
      ...configured.filter((one) => !KNOWN_ACTIONS.includes(one)),
      ...KNOWN_ACTIONS.filter((one) => next.includes(one)),
    ].join(',');
    onChange({
      ...value,
      actions: withAttribute(value.actions, 'value', text),
      buttons: buttons.filter(({ action = '' }) => next.includes(action) || !KNOWN_ACTIONS.includes(action)),
    });
  };
  const rename = (action: string, name: string): void => {
    const rest = value.buttons.filter((button) => button.action !== action);
    // naming a button lists its action as offered, so the other offered actions must be listed, too
    set(offered, name === '' ? rest : [...rest, { action, name }]);
  };
  return (
    <div className="fd-actions" data-panel="actions">
      <div className="fd-switch">
        <Switch
          size="small"
          checked={isDefault}
          onChange={(isOn) => {
            if (isOn) onChange({ ...value, actions: withAttribute(value.actions, 'value', ''), buttons: [] });
            else set(DEFAULT_ACTIONS);
          }}
          aria-label="用常用的操作"
        />{' '}
        用常用的操作
      </div>
      <ul>
        {ACTIONS.map(({ value: action, label }) => (
          <li key={action} data-offered={action}>
            <Checkbox
              checked={offered.includes(action)}
              // an empty list would mean the default actions
              disabled={!isDefault && offered.length === 1 && offered.includes(action)}
              onChange={({ target }) =>
                set(target.checked ? [...offered, action] : offered.filter((one) => one !== action))
              }
            >
              {label}
            </Checkbox>
            {offered.includes(action) ? (
              <CommitOnBlurInput
                value={value.buttons.find((button) => button.action === action)?.name ?? ''}
                label={`“${label}”按钮的名称`}
                placeholder="按钮名称"
                maxLength={MAX_NAME_LENGTH}
                onCommit={(name) => rename(action, name.trim())}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
