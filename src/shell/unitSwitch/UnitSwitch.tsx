import { BankOutlined } from '@ant-design/icons';
import { App, Select } from 'antd';
import { confirmLeave } from '../../runtime/screen/leaveGuard.ts';
import { useSession, useSessionState } from '../../session/context.ts';

/** ER-012: message for a unit that has no address. */
const NOT_CONNECTED = '该公司暂未接入';

/** TB-004: selector for the units of the user; a single unit is shown as text. */
export function UnitSwitch() {
  const session = useSession();
  const { userInfo, unitId } = useSessionState();
  const { message } = App.useApp();
  const units = userInfo?.unitList ?? [];
  if (units.length === 0) return null;
  const current = units.find(({ id }) => id === unitId) ?? units[0];
  if (units.length === 1)
    return (
      <span className="sf-unit" title={current.name}>
        <BankOutlined /> {current.name}
      </span>
    );
  const choose = (id: string): void => {
    if (id === unitId) return;
    // checked first: for a unit that cannot be chosen, the user is not asked about unsaved values
    if (!units.find((unit) => unit.id === id)?.url) message.warning(NOT_CONNECTED, 5);
    else confirmLeave(() => void session.chooseUnit(id));
  };
  return (
    <Select
      className="sf-unit"
      aria-label="切换单位"
      variant="filled"
      value={current.id}
      onChange={choose}
      popupMatchSelectWidth={false}
      options={units.map(({ id, name }) => ({ value: id, label: name, title: name }))}
    />
  );
}
