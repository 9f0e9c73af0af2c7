import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import type { ElementEdit } from '../../../src/designer/flow/bpmn/elementEdit.ts';
import { CalendarDialog, WorkCalendarBlock } from '../../../src/designer/flow/calendar/CalendarDialog.tsx';
import { errorOf, readCalendar, toCalendarItems } from '../../../src/designer/flow/calendar/calendarData.ts';
import { createModdle, listOf, makerOf, readXml, type Element } from '../../../src/designer/flow/model/moddle.ts';
import { extensionFor, readTask } from '../../../src/designer/flow/model/task.ts';
import { NO_DATA } from '../../../src/designer/flow/model/taskData.ts';
import { ElementPanel } from '../../../src/designer/flow/panel/ElementPanel.tsx';
import { readLoopEnd, loopEndText } from '../../../src/designer/flow/panel/loopEnd.ts';
import { SettingsDataContext, type SettingsData } from '../../../src/designer/flow/panel/design.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';

const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
const design: SettingsData = {
  fields: [
    { key: 'amount', label: '金额', tag: 'el-input-number', type: 'double', options: null, columns: null },
    {
      key: 'twice',
      label: '两倍',
      tag: 'el-input-number',
      type: 'double',
      options: null,
      columns: null,
      isComputed: true,
    },
    { key: 'day', label: '日期', tag: 'el-date-picker', isDate: true, type: 'string', options: null, columns: null },
    {
      key: 'items',
      label: '设备明细',
      tag: 'subTable',
      type: 'list',
      options: null,
      columns: [
        { key: 'name', label: '名称', type: 'string' },
        { key: 'owner', label: '保管人', type: 'string' },
      ],
    },
  ],
  types: null,
  holders: { roles: [], posts: [] },
  flows: [],
};
const BODY = `<serviceTask id="ask" name="询价"><extensionElements><sf:call url="https://x/y"/></extensionElements></serviceTask>
  <subProcess id="part" name="逐台核对"><extensionElements><sf:repeat over="items" title="name"/></extensionElements><multiInstanceLoopCharacteristics><completionCondition>nrOfCompletedInstances / nrOfInstances &gt;= 0.6</completionCondition></multiInstanceLoopCharacteristics>
    <userTask id="check" name="核对"><extensionElements><sf:candidates type="item" value="owner"/></extensionElements></userTask></subProcess>
  <intermediateCatchEvent id="wait" name="等待"><timerEventDefinition><timeDuration>P2D</timeDuration></timerEventDefinition></intermediateCatchEvent><subProcess id="plain" name="一次"/>
  <intermediateCatchEvent id="later"><timerEventDefinition><timeDate>\${到货日期}</timeDate></timerEventDefinition></intermediateCatchEvent>
  <receiveTask id="paid" name="等付款" messageRef="m1"/><intermediateThrowEvent id="told"><signalEventDefinition/></intermediateThrowEvent><intermediateCatchEvent id="met"><conditionalEventDefinition><condition>amount &gt; 5.0</condition></conditionalEventDefinition></intermediateCatchEvent>
  <sendTask id="copies" messageRef="m1"><extensionElements><sf:cc type="role" value="finance"/></extensionElements></sendTask><sendTask id="tells" messageRef="m1"/>
  <userTask id="alone"><extensionElements><sf:candidates type="initiator"/><sf:sign mode="ratio"/><sf:settings same="0"/></extensionElements></userTask>
  <subProcess id="aside" triggeredByEvent="true"><startEvent id="begins"><messageEventDefinition/></startEvent></subProcess>`;
const XML = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><message id="m1" name="付款完成"/><process id="p">${BODY}</process></definitions>`;

async function elementIdOf(id: string): Promise<Element> {
  const read = await readXml(createModdle(), XML);
  if (!read.ok) throw new Error(read.detail);
  const all = [
    read.process,
    ...listOf(read.process, 'flowElements'),
    ...listOf(read.process, 'flowElements').flatMap((one) => listOf(one, 'flowElements')),
  ];
  return all.find((one) => one.id === id) as Element;
}

async function show(id: string, services: Services = fakeServices({})) {
  const edit = Object.fromEntries(
    [
      'setName',
      'setData',
      'setProcessData',
      'setCondition',
      'setFallback',
      'setCalledFlow',
      'setTime',
      'setLoop',
      'setErrorCode',
      'setReferenceName',
      'setEventCondition',
      'setInterrupting',
    ].map((call) => [call, vi.fn()]),
  ) as unknown as Record<keyof ElementEdit, ReturnType<typeof vi.fn>>;
  await renderAt(
    '/f',
    services,
    <SettingsDataContext value={design}>
      <ElementPanel element={await elementIdOf(id)} applicantTaskId="" edit={edit as unknown as ElementEdit} />
    </SettingsDataContext>,
    admin,
  );
  return edit;
}
async function pick(label: string, text: string): Promise<void> {
  const box =
    document.querySelector(`.ant-select[aria-label="${label}"] .ant-select-selector`) ??
    screen.getByLabelText(label).closest('.ant-select')?.querySelector('.ant-select-selector');
  fireEvent.mouseDown(box as HTMLElement);
  fireEvent.click(
    await waitFor(() => {
      const found = [...document.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === text);
      if (!found) throw new Error(`no option ${text}`);
      return found;
    }),
  );
}

afterEach(cleanup);

describe('a sub-process', () => {
  it('that runs once is told to run for each row: the first table is taken', async () => {
    const edit = await show('plain');
    fireEvent.click(screen.getByLabelText('重复执行'));
    expect(edit.setLoop).toHaveBeenCalledWith(
      { isSequential: false, completionCondition: '' },
      expect.objectContaining({ repeat: { over: 'items' } }),
    );
  });

  it('shows over what, how and until when it is repeated, and takes changes of each', async () => {
    const edit = await show('part');
    expect(screen.getByText('设备明细（每行一次）')).toBeTruthy();
    expect(screen.getByText('完成一定比例')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('完成比例').value).toBe('60');
    fireEvent.click(screen.getByText('一个接一个'));
    expect(edit.setLoop).toHaveBeenLastCalledWith(
      { isSequential: true, completionCondition: 'nrOfCompletedInstances / nrOfInstances >= 0.6' },
      expect.anything(),
    );
    await pick('其中一个不同意时', '只结束这一个，其余继续');
    expect(edit.setLoop).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ repeat: { over: 'items', title: 'name', refusal: 'item' } }),
    );
    await pick('何时算完成', '任意一个完成');
    expect(edit.setLoop).toHaveBeenLastCalledWith(
      { isSequential: false, completionCondition: 'nrOfCompletedInstances >= 1' },
      expect.anything(),
    );
    fireEvent.click(screen.getByLabelText('重复执行'));
    expect(edit.setLoop).toHaveBeenLastCalledWith(null, expect.objectContaining({ repeat: {} }));
  });

  it('offers its tasks the people of the row', async () => {
    await show('check');
    expect(screen.getByText('当前行的人员')).toBeTruthy();
    expect(screen.getByText('保管人')).toBeTruthy();
  });

  it('reads its ends back as they were chosen', () => {
    expect(readLoopEnd(loopEndText('any', 0)).kind).toBe('any');
    for (const share of [0.01, 0.5, 0.66, 1])
      expect(readLoopEnd(loopEndText('share', share))).toEqual({ kind: 'share', share });
    expect(readLoopEnd('')).toEqual({ kind: 'all', share: 1 });
    expect(readLoopEnd('nrOfCompletedInstances >= 12').kind).toBe('condition');
  });
});

describe('a task', () => {
  it('takes switches over from the process, or turns them on or off itself', async () => {
    const edit = await show('alone');
    expect(screen.getAllByText('按流程设置')).toHaveLength(2);
    expect(screen.getByText('否')).toBeTruthy();
    await pick('通过时需要手写签名', '否');
    expect(edit.setData).toHaveBeenLastCalledWith(expect.objectContaining({ settings: { same: '0', signature: '0' } }));
    cleanup();
    const again = await show('alone');
    await pick('与上一步是同一人时自动通过', '按流程设置');
    expect(again.setData).toHaveBeenLastCalledWith(expect.objectContaining({ settings: {} }));
  });

  it('without a ratio needs everybody, and takes a ratio only when there is one', async () => {
    const edit = await show('alone');
    const ratio = screen.getByLabelText<HTMLInputElement>('通过比例');
    expect(ratio.value).toBe('100');
    fireEvent.change(ratio, { target: { value: '' } });
    expect(edit.setData).not.toHaveBeenCalled();
    fireEvent.change(ratio, { target: { value: '80' } });
    expect(edit.setData).toHaveBeenLastCalledWith(expect.objectContaining({ sign: { mode: 'ratio', ratio: '0.8' } }));
  });
});

describe('a service', () => {
  it('stores values of its answer: fields that the system computes and tables are not offered', async () => {
    const edit = await show('ask');
    fireEvent.click(document.querySelector('[data-action="addAnswer"]') as HTMLElement);
    expect(edit.setData).toHaveBeenCalledWith(expect.objectContaining({ answers: [{ field: 'amount' }] }));
  });
});

describe('a waiting time', () => {
  it('is a length, in working time where one says so, or a time, or what a field says', async () => {
    const edit = await show('wait');
    fireEvent.click(screen.getByLabelText('按工作时间计算'));
    expect(edit.setData).toHaveBeenCalledWith(expect.objectContaining({ timer: { clock: 'work' } }));
    fireEvent.click(screen.getByText('表单中的时间'));
    expect(edit.setTime).toHaveBeenLastCalledWith('timeDate', '${day}');
    fireEvent.click(screen.getByText('指定时间'));
    expect(edit.setTime).toHaveBeenLastCalledWith('timeDate', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00$/));
  });
});

it('the time of a field with a Chinese key is shown as such', async () => {
  await show('later');
  expect(screen.getByText('到货日期')).toBeTruthy();
});

describe('the calendar of working time', () => {
  const ITEMS = [
    { label: '工作日', value: '1,2,3,4,5', listClass: 'days' },
    { label: '上班时间', value: '09:00-12:00', listClass: 'hours' },
    { label: '国庆节', value: '2026-10-01~2026-10-07', listClass: 'holiday' },
  ];
  const dictionaryWithRevision = async () => ({
    typeCode: 'workCalendar',
    typeName: '工作日历',
    revision: 'r1',
    items: ITEMS.map(({ label, value, listClass }) => ({ dictLabel: label, dictValue: value, listClass })),
  });

  it('is kept as the dictionary it was read from, and refused while it cannot be kept', async () => {
    const saveDictionary = vi.fn(async () => undefined);
    await renderAt(
      '/f',
      { ...fakeServices({}), dictionaryWithRevision, saveDictionary },
      <CalendarDialog onClose={() => undefined} />,
      admin,
    );
    const hours = await screen.findByLabelText<HTMLInputElement>('上班时间');
    expect(hours.value).toBe('09:00-12:00');
    fireEvent.change(hours, { target: { value: '九点' } });
    fireEvent.blur(hours);
    await screen.findByText(/上班时间应写作/);
    expect(document.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary')?.disabled).toBe(true);
    fireEvent.change(hours, { target: { value: '09:00-12:00，13:00-18:00' } });
    fireEvent.blur(hours);
    fireEvent.click(screen.getByLabelText('周六'));
    fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLElement);
    await waitFor(() =>
      expect(saveDictionary).toHaveBeenCalledWith({
        typeCode: 'workCalendar',
        typeName: '工作日历',
        revision: 'r1',
        items: [
          { dictLabel: '工作日', dictValue: '1,2,3,4,5,6', listClass: 'days', sn: 1 },
          { dictLabel: '上班时间', dictValue: '09:00-12:00', listClass: 'hours', sn: 2 },
          { dictLabel: '上班时间', dictValue: '13:00-18:00', listClass: 'hours', sn: 3 },
          { dictLabel: '国庆节', dictValue: '2026-10-01~2026-10-07', listClass: 'holiday', sn: 4 },
        ],
      }),
    );
  });

  it('shows on its page what was saved, and takes no change, until it is loaded again', async () => {
    let answer = (): void => undefined;
    let isFirst = true;
    const load = async () => {
      const first = isFirst;
      isFirst = false;
      if (!first) await new Promise<void>((resolve) => (answer = resolve));
      const items = (await dictionaryWithRevision()).items;
      return {
        ...(await dictionaryWithRevision()),
        revision: first ? 'r1' : 'r2',
        items: first
          ? items
          : items.map((one) => (one.listClass === 'days' ? { ...one, dictValue: '1,2,3,4,5,6' } : one)),
      };
    };
    await renderAt(
      '/f',
      { ...fakeServices({}), dictionaryWithRevision: load, saveDictionary: async () => undefined },
      <WorkCalendarBlock node={{ tag: 'workCalendar' }} path={['root']} />,
      admin,
    );
    const saturday = (): HTMLInputElement => screen.getByLabelText('周六');
    await screen.findByLabelText('周六');
    fireEvent.click(saturday());
    const save = (): HTMLButtonElement => document.querySelector('[data-action="save"]') as HTMLButtonElement;
    fireEvent.click(save());
    await waitFor(() => expect(saturday().disabled).toBe(true));
    expect(saturday().checked).toBe(true);
    answer();
    await waitFor(() => expect(saturday().disabled).toBe(false));
    expect([saturday().checked, save().disabled]).toEqual([true, true]);
  });

  it('is not kept over what somebody else made of it meanwhile: the latest is offered', async () => {
    const kept = vi.fn(dictionaryWithRevision);
    const saveDictionary = vi.fn(async () => {
      throw new ServiceError('DICT_STALE', '此字典已由他人修改');
    });
    await renderAt(
      '/f',
      { ...fakeServices({}), dictionaryWithRevision: kept, saveDictionary },
      <CalendarDialog onClose={() => undefined} />,
      admin,
    );
    fireEvent.click(await screen.findByLabelText('周六'));
    fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLElement);
    fireEvent.click(await screen.findByText('载入最新日历'));
    await waitFor(() => expect(kept).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('周六').checked).toBe(false));
    expect(screen.queryByText('载入最新日历')).toBeNull();
  });

  it('names what is wrong with it', () => {
    const data = readCalendar(ITEMS);
    expect(errorOf(data)).toBeNull();
    expect(
      readCalendar(
        toCalendarItems(data).map(
          ({ dictLabel, dictValue, listClass }) => ({ label: dictLabel, value: dictValue, listClass }) as never,
        ),
      ),
    ).toEqual(data);
    expect(errorOf({ ...data, days: [] })).toContain('工作日');
    expect(errorOf({ ...data, hours: '09:00-12:00，11:00-18:00' })).toContain('不能重叠');
    expect(errorOf({ ...data, exceptions: [...data.exceptions, ...data.exceptions] })).toContain('同样的日期');
  });
});

it('what an element says of repeats and answers is written and read back', () => {
  const make = makerOf(createModdle());
  const data = {
    ...NO_DATA,
    repeat: { over: 'items', refusal: 'item' },
    answers: [{ field: 'amount', from: 'data.price' }],
    call: { url: 'https://x' },
  };
  const extensionElements = extensionFor(undefined, data, make);
  expect(readTask({ $type: 'bpmn:ServiceTask', $attrs: {}, extensionElements } as unknown as Element)).toEqual(data);
});

describe('an event', () => {
  it('that waits for a message shows its name and who may tell it, and takes another name', async () => {
    const edit = await show('paid');
    expect(screen.getByText('谁可以通知（管理员总是可以）')).toBeTruthy();
    const name = screen.getByLabelText<HTMLInputElement>('消息名称');
    expect(name.value).toBe('付款完成');
    fireEvent.change(name, { target: { value: '回单已到' } });
    fireEvent.blur(name);
    expect(edit.setReferenceName).toHaveBeenCalledWith('回单已到');
  });

  it('that throws a signal is called so and asks for nobody', async () => {
    const edit = await show('told');
    expect(screen.getByText('发出信号')).toBeTruthy();
    expect(screen.queryByText('谁可以通知（管理员总是可以）')).toBeNull();
    const name = screen.getByLabelText('信号名称');
    fireEvent.change(name, { target: { value: '盘点完成' } });
    fireEvent.blur(name);
    expect(edit.setReferenceName).toHaveBeenCalledWith('盘点完成');
  });

  it('that sends a message and copies shows both, that sends a message alone no copies', async () => {
    await show('copies');
    expect(screen.getByLabelText('消息名称')).toBeTruthy();
    expect(screen.getByText('抄送给')).toBeTruthy();
    cleanup();
    await show('tells');
    expect(screen.getByLabelText('消息名称')).toBeTruthy();
    expect(screen.queryByText('抄送给')).toBeNull();
  });

  it('that waits for a condition shows it as fields and values', async () => {
    await show('met');
    expect(screen.getByText('等待条件')).toBeTruthy();
    expect(screen.getByText('等到条件成立')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('值').value).toBe('5');
  });

  it('that begins a sub-process says whether it ends all else', async () => {
    const edit = await show('begins');
    fireEvent.click(screen.getByLabelText('中断其他步骤'));
    expect(edit.setInterrupting).toHaveBeenCalledWith(false, expect.anything());
    cleanup();
    await show('aside');
    expect(screen.getByText('事件子流程')).toBeTruthy();
    expect(screen.queryByLabelText('重复执行')).toBeNull();
  });
});
