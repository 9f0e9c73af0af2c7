import { Button, Switch } from 'antd';
import { useState } from 'react';
import { withAttribute, type TaskData } from '../model/taskData.ts';
import { CalendarDialog } from '../calendar/CalendarDialog.tsx';

/** Switch for counting only working time in durations, with a button that opens the calendar. */
export function WorkTimeSwitch({ value, onChange }: { value: TaskData; onChange(next: TaskData): void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="fd-switch">
      <Switch
        size="small"
        checked={value.timer.clock === 'work'}
        onChange={(isOn) => onChange({ ...value, timer: withAttribute(value.timer, 'clock', isOn ? 'work' : '') })}
        aria-label="按工作时间计算"
      />{' '}
      按工作时间计算
      <Button type="link" size="small" onClick={() => setOpen(true)} data-action="calendar">
        工作日历
      </Button>
      {isOpen ? <CalendarDialog onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
