import { Checkbox, Switch } from 'antd';
import { withAttribute, type TaskData } from '../model/taskData.ts';
import { CommitOnBlurInput } from './CommitOnBlurInput.tsx';
import { ACTIONS, DEFAULT_ACTIONS } from './labels.ts';

/** Maximum length of a button name, in characters. */
const MAX_NAME_LENGTH = 12;
const KNOWN_ACTIONS = ACTIONS.map(({ value }) => value);

/** Edits the actions of a node and the names of their buttons. */
export function Actions({ value, onChange }: { value: TaskData; onChange(next: TaskData): void }) {
  const listedActions = (value.actions.value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const configuredActions = [...new Set([...listedActions, ...value.buttons.map(({ action = '' }) => action)])].filter(
    Boolean,
  );
  const isDefault = configuredActions.length === 0;
  const offeredActions = isDefault ? DEFAULT_ACTIONS : configuredActions;
  const setActions = (next: readonly string[], buttons = value.buttons): void => {
    const text = [
      ...configuredActions.filter((action) => !KNOWN_ACTIONS.includes(action)),
      ...KNOWN_ACTIONS.filter((action) => next.includes(action)),
    ].join(',');
    onChange({
      ...value,
      actions: withAttribute(value.actions, 'value', text),
      buttons: buttons.filter(({ action = '' }) => next.includes(action) || !KNOWN_ACTIONS.includes(action)),
    });
  };
  const rename = (action: string, name: string): void => {
    const otherButtons = value.buttons.filter((button) => button.action !== action);
    // an action with a button name counts as configured and would replace the default actions, so all offered actions
    // are listed explicitly
    setActions(offeredActions, name === '' ? otherButtons : [...otherButtons, { action, name }]);
  };
  return (
    <div className="fd-actions" data-panel="actions">
      <div className="fd-switch">
        <Switch
          size="small"
          checked={isDefault}
          onChange={(isOn) => {
            if (isOn) onChange({ ...value, actions: withAttribute(value.actions, 'value', ''), buttons: [] });
            else setActions(DEFAULT_ACTIONS);
          }}
          aria-label="用常用的操作"
        />{' '}
        用常用的操作
      </div>
      <ul>
        {ACTIONS.map(({ value: action, label }) => (
          <li key={action} data-offered={action}>
            <Checkbox
              checked={offeredActions.includes(action)}
              // an empty list would mean the default actions
              disabled={!isDefault && offeredActions.length === 1 && offeredActions.includes(action)}
              onChange={({ target }) =>
                setActions(
                  target.checked ? [...offeredActions, action] : offeredActions.filter((other) => other !== action),
                )
              }
            >
              {label}
            </Checkbox>
            {offeredActions.includes(action) ? (
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
