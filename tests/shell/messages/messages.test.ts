import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { createMessageInbox } from '../../../src/shell/messages/inbox.ts';
import { runMessage, type MessageEffects } from '../../../src/shell/messages/runMessage.ts';
import { createMessageDialogs, MESSAGE_DIALOGS } from '../../../src/shell/messages/dialogState.ts';
import { DIALOG_KINDS, readMessage } from '../../../src/shell/messages/readMessage.ts';

const text = (body: object): string => JSON.stringify(body);

describe('a message', () => {
  test.each([
    ['templateInfo', { message: 'templateInfo', templateInfo: { name: '模板' }, tid: 7 }],
    ['templateInfo', { type: 'templateInfo', templateInfo: '{}', tid: 't' }],
    ['templateId', { message: '模板id', type: 1, id: '9', formKey: 'seal', fileName: '报告' }],
    ['templateId', { message: '模板 ID', type: '4', id: 9 }],
    ['pmsRoute', { type: 'pmsRoute', route: '/index', query: { a: 1, refresh: true } }],
    ['reportModificationInfoDialog', { message: 'reportModificationInfoDialog', visible: true }],
    ['editReportDataDialog', { type: 'editReportDataDialog', visible: '0' }],
    ['editSampleDataDialog', { message: 'editSampleDataDialog', id: 'r1' }],
  ])('of the kind %s is read from `message` or `type` (WM-001, WM-002, OD-044)', (kind, body) => {
    expect(readMessage(text(body))).toMatchObject({ ok: true, message: { kind, body } });
  });

  test.each([
    ['no text', { message: 'pmsRoute', route: '/index' }],
    ['no JSON', '{"message"'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['of a tool', text({ type: 'webpackOk' })],
    ['of an inherited name', text({ message: 'constructor' })],
    ['with an object for its kind', text({ message: { kind: 'pmsRoute' } })],
    ['of an inner name', text({ message: 'templateId', type: 1, id: 1 })],
  ])('that is %s is nobody’s and passed over in silence', (_what, data) => {
    expect(readMessage(data)).toEqual({ ok: false, reason: null });
  });

  test.each([
    ['a type 3', { message: '模板id', type: 3, id: '1' }],
    ['a route elsewhere', { message: 'pmsRoute', route: '//evil.example/x' }],
    ['a route with a scheme', { message: 'pmsRoute', route: 'javascript:alert(1)' }],
    ['a route with a back slash', { message: 'pmsRoute', route: '/\\evil.example' }],
    ['a query in the route', { message: 'pmsRoute', route: '/a?b=1' }],
    ['a deep query', { message: 'pmsRoute', route: '/a', query: { b: {} } }],
    ['no tid', { message: 'templateInfo', templateInfo: {} }],
    ['a form key with a path', { message: '模板id', type: 1, id: '1', formKey: '../x' }],
    ['a strange visibility', { message: 'editReportDataDialog', visible: 'maybe' }],
  ])('with %s is refused with its reason', (_what, body) => {
    const read = readMessage(text(body));
    expect(read).toMatchObject({ ok: false, reason: expect.any(String) as string });
  });
});

describe('acting on it', () => {
  const went: string[] = [];
  const hands = (): MessageEffects => ({
    local: localStorage,
    go: (to) => went.push(`go ${to}`),
    reload: (to) => went.push(`reload ${to}`),
    setDialog: (kind, isVisible, query) => went.push(`${kind} ${isVisible} ${JSON.stringify(query)}`),
    warn: (said) => went.push(`warn ${said}`),
  });
  const act = (body: object): void => {
    const read = readMessage(text(body));
    if (!read.ok) throw new Error(read.reason ?? 'not read');
    runMessage(read.message, hands());
  };
  beforeEach(() => {
    went.length = 0;
  });
  afterEach(() => localStorage.clear());

  test('templateInfo is stored with its tid and opens the report page (WM-003, LS-007, EN-019)', () => {
    act({ message: 'templateInfo', templateInfo: { name: '报告' }, tid: 12 });
    expect([localStorage.getItem('templateInfo'), localStorage.getItem('tid')]).toEqual(['{"name":"报告"}', '12']);
    expect(went).toEqual(['go /productionReport/reportHtml']);
  });

  test('one that does not fit into the browser is told and opens nothing', () => {
    const full = {
      ...localStorage,
      setItem: () => {
        throw new Error('quota');
      },
    } as unknown as Storage;
    runMessage({ kind: 'templateInfo', body: { templateInfo: '{}', tid: 1 } }, { ...hands(), local: full });
    expect(went).toEqual(['warn 模板信息过大，浏览器无法保存']);
  });

  test('the template id opens the design page of its type; mode is a parameter of its own, for type 4 too (WM-004, FE-005…009)', () => {
    for (const type of [1, 2, '4'])
      act({ message: '模板id', type, id: 'a b', formKey: 'seal', fileName: '报告&1', mode: 'edit' });
    const query = `?${new URLSearchParams({ id: 'a b', formKey: 'seal', fileName: '报告&1', mode: 'edit' }).toString()}`;
    expect(went).toEqual(
      ['reportDesign', 'recordDesign', 'entrustOrderDesign'].map((page) => `go /productionReport/${page}${query}`),
    );
  });

  test('pmsRoute goes to the route with its query, and loads the page anew where the query says refresh (WM-005, WM-006)', () => {
    act({ message: 'pmsRoute', route: '/commonEntry/list', query: { formKey: 'seal', n: 1, none: null } });
    act({ message: 'pmsRoute', route: '/index' });
    act({ message: 'pmsRoute', route: '/index', query: { refresh: '1', a: '中' } });
    expect(went).toEqual(['go /commonEntry/list?formKey=seal&n=1', 'go /index', 'reload /index?a=%E4%B8%AD']);
  });

  test('the dialogs are shown and hidden, with the record that is named (WM-007…009)', () => {
    act({ message: 'reportModificationInfoDialog' });
    act({ message: 'editReportDataDialog', visible: '0' });
    act({ message: 'editSampleDataDialog', visible: 1, id: 'r1' });
    expect(went).toEqual([
      'reportModificationInfoDialog true {}',
      'editReportDataDialog false {}',
      'editSampleDataDialog true {"id":"r1","isEdit":"1"}',
    ]);
  });

  test('a dialog with unsaved input is replaced or hidden by a message only after it was asked', () => {
    const dialogs = createMessageDialogs();
    const kind = 'editSampleDataDialog';
    let agree: (() => void) | null = null;
    let isUnsaved = true;
    dialogs.request(kind, true, { id: 'r1' });
    dialogs.setLeaveHandler(kind, { hasUnsaved: () => isUnsaved, ask: (proceed) => void (agree = proceed) });
    const shown = () => [dialogs.state.dialogVisibleSamleInfo, dialogs.state.queries[kind]?.['id']];
    dialogs.request(kind, true, { id: 'r1' });
    expect([agree, ...shown()]).toEqual([null, true, 'r1']);
    dialogs.request(kind, false, {});
    expect([typeof agree, ...shown()]).toEqual(['function', true, 'r1']);
    dialogs.request(kind, true, { id: 'r2' });
    expect(shown()).toEqual([true, 'r1']);
    (agree as (() => void) | null)?.();
    expect(shown()).toEqual([true, 'r2']);
    isUnsaved = false;
    dialogs.request(kind, false, {});
    expect(shown()).toEqual([false, undefined]);
  });

  test('each dialog has a flag of its own, and screens that ship (EN-017)', () => {
    const dialogs = createMessageDialogs();
    dialogs.set('editSampleDataDialog', true, {});
    expect(dialogs.state).toMatchObject({
      dialogVisibleInfo: false,
      dialogVisibleReportData: false,
      dialogVisibleSamleInfo: true,
    });
    for (const kind of DIALOG_KINDS) {
      for (const key of [MESSAGE_DIALOGS[kind].list, MESSAGE_DIALOGS[kind].detail]) {
        const [area, screen, view] = key.split('/');
        expect(JSON.parse(readFileSync(`schemas/business/${area}/${screen}.json`, 'utf8'))).toHaveProperty([
          'screens',
          view,
        ]);
      }
    }
  });
});

describe('the inbox (WM-010, OD-051)', () => {
  const page = () =>
    Object.assign(new EventTarget(), { location: { origin: 'https://oa.example' } }) as unknown as Window;
  const post = (target: Window, origin: string, data: unknown): void => {
    target.dispatchEvent(Object.assign(new Event('message'), { origin, data }));
  };

  test('hands over what the own origin and partners say, also what came before it was opened', () => {
    const target = page();
    const inbox = createMessageInbox(target, { partners: ['https://partner.example'], log: () => undefined });
    const read: unknown[] = [];
    post(target, 'https://oa.example', 'early');
    inbox.subscribe(({ data }) => read.push(data));
    post(target, 'https://partner.example', 'late');
    post(target, 'https://partner.example', { not: 'a text' });
    expect(read).toEqual(['early', 'late']);
  });

  test.each([
    'https://evil.example',
    'http://partner.example',
    'https://partner.example:8443',
    'https://sub.partner.example',
    'null',
  ])('hears nothing from %s and notes it once', (origin) => {
    const target = page();
    const log = vi.fn();
    const inbox = createMessageInbox(target, { partners: ['https://partner.example'], log });
    const read = vi.fn();
    inbox.subscribe(read);
    post(target, origin, 'x');
    post(target, origin, 'y');
    expect(read).not.toHaveBeenCalled();
    expect(log.mock.calls).toEqual([[`窗口消息未处理：${origin}，来源不在 MESSAGE_ORIGINS 中`]]);
  });

  test('forgets what waited too long', () => {
    const target = page();
    let now = 0;
    const inbox = createMessageInbox(target, { partners: [], now: () => now });
    post(target, 'https://oa.example', 'old');
    now = 121_000;
    const read = vi.fn();
    inbox.subscribe(read);
    expect(read).not.toHaveBeenCalled();
  });
});
