import { act, cleanup, render, screen } from '@testing-library/react';

import { describe, expect, test, vi } from 'vitest';
import { RowContext, FormContext } from '../../../src/runtime/contexts.ts';
import { useOptions, useOptionsOfFields } from '../../../src/runtime/options/useOptions.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import type { FormSession } from '../../../src/runtime/form/session.ts';
import { Around, fakeServices, settle } from '../../widgets/support.tsx';
import { session } from '../support.tsx';

const DICT = { tag: 'el-select', __vModel__: 'a', isDict: '1', dictCode: 'seal' };
const REMOTE = {
  tag: 'el-select',
  __vModel__: 'b',
  isRemote: '1',
  resourseApi: '/sys/things',
  resourseApiType: 'POST',
  resourseApiParams: { of: '${project}', by: '${curentUser}', text: 'P-${project}' },
  dataPath: 'data.list',
  hashArr: { label: 'name', value: 'code' },
};
const PROJECT = { tag: 'el-input', __vModel__: 'project', label: '项目' };

function Names({ node }: { node: object }) {
  const { status, options, message, retry } = useOptions(node);
  return (
    <button
      type="button"
      onClick={retry}
    >{`${status}:${options?.map((option) => option.label).join('、') ?? '?'}${message ?? ''}`}</button>
  );
}

const shown = (): string[] => screen.getAllByRole('button').map((button) => button.textContent ?? '');

function mount(
  nodes: object[],
  services: Services,
  form: FormSession | null = null,
  row: Record<string, unknown> | null = null,
): void {
  render(
    <Around services={services}>
      <FormContext value={form}>
        <RowContext value={row}>
          {nodes.map((node, index) => (
            <Names key={String(index)} node={node} />
          ))}
        </RowContext>
      </FormContext>
    </Around>,
  );
}

describe('options', () => {
  test('one dictionary is asked for once, by however many fields', async () => {
    const dictionary = vi.fn(async () => [{ label: '公章', value: '1' }]);
    mount([DICT, { ...DICT, __vModel__: 'c' }], fakeServices({ dictionary }));
    expect(shown()).toEqual(['loading:?', 'loading:?']);
    await settle();
    expect(shown()).toEqual(['ready:公章', 'ready:公章']);
    expect(dictionary).toHaveBeenCalledExactlyOnceWith('seal');
  });

  test('a request carries the form’s values, and is asked again when one of them changes (PH-003)', async () => {
    const request = vi.fn(async ({ params }: { params: Record<string, unknown> }) => ({
      list: [{ name: `${String(params.of)}号`, code: 1 }],
    }));
    const form = session({ fields: [PROJECT] });
    form.setValue('project', 'A');
    mount([REMOTE], fakeServices({ request }), form);
    await settle();
    expect(request).toHaveBeenLastCalledWith({
      url: '/sys/things',
      method: 'POST',
      params: { of: 'A', by: 'u1', text: 'P-A' },
    });
    expect(shown()).toEqual(['ready:A号']);
    act(() => form.setValue('project', 'B'));
    await settle();
    expect(shown()).toEqual(['ready:B号']);
    act(() => form.setValue('project', 'A'));
    await settle();
    expect([shown(), request.mock.calls.length]).toEqual([['ready:A号'], 2]);
  });

  test('of a field that is shown stay, however many others are loaded', async () => {
    const dictionary = vi.fn(async (code: string) => [{ label: code, value: '1' }]);
    const services = fakeServices({ dictionary });
    mount([DICT], services);
    await settle();
    const others = Array.from({ length: 301 }, (_, index) => ({ ...DICT, dictCode: `d${index}` }));
    mount(others, services);
    await settle();
    expect(shown().filter((text) => !text.startsWith('ready:'))).toEqual([]);
    expect(dictionary).toHaveBeenCalledTimes(302);
  });

  test('inside a row the row’s values come first', async () => {
    const request = vi.fn(async () => ({ list: [] }));
    mount([REMOTE], fakeServices({ request }), session({ fields: [PROJECT] }), { project: 'R' });
    await settle();
    expect(request).toHaveBeenLastCalledWith(expect.objectContaining({ params: { of: 'R', by: 'u1', text: 'P-R' } }));
  });

  test('a failure is told and can be tried again', async () => {
    let attempts = 0;
    const dictionary = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('网络断开');
      return [{ label: '公章', value: '1' }];
    };
    mount([DICT], fakeServices({ dictionary }));
    await settle();
    expect(shown()).toEqual(['error:?网络断开']);
    act(() => screen.getByRole('button').click());
    await settle();
    expect(shown()).toEqual(['ready:公章']);
  });

  test('that failed are loaded again by a field that is shown a minute later, and not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const dictionary = vi
        .fn(async () => [{ label: '公章', value: '1' }])
        .mockRejectedValueOnce(new Error('网络断开'));
      const services = fakeServices({ dictionary });
      const showAfter = async (ms: number): Promise<string[]> => {
        cleanup();
        vi.setSystemTime(Date.now() + ms);
        mount([DICT], services);
        await settle();
        return shown();
      };
      expect(await showAfter(0)).toEqual(['error:?网络断开']);
      expect(await showAfter(50_000)).toEqual(['error:?网络断开']);
      expect(dictionary).toHaveBeenCalledTimes(1);
      expect(await showAfter(15_000)).toEqual(['ready:公章']);
      expect(dictionary).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('an answer that is no list is an error, not a crash', async () => {
    mount([REMOTE], fakeServices({ request: async () => ({ list: '没有' }) }));
    await settle();
    expect(shown()).toEqual(['error:?返回的选项不是列表']);
  });

  test.each(['https://evil.example/x', '//evil.example/x', '/../auth', 'javascript:alert(1)'])(
    'an address that leaves the system (%s) is not asked',
    async (resourseApi) => {
      const request = vi.fn(async () => ({ list: [] }));
      mount([{ ...REMOTE, resourseApi }], fakeServices({ request }));
      await settle();
      expect(request).not.toHaveBeenCalled();
      expect(shown()[0]).toMatch(/^error:/);
    },
  );

  test('options of many columns come together and keep their identity while nothing changed', async () => {
    const seen: unknown[] = [];
    const nodes = [DICT, { tag: 'el-select', __slot__: { options: [{ label: '甲', value: 1 }] } }];
    function Columns() {
      const all = useOptionsOfFields(nodes);
      seen.push(all);
      return (
        <button type="button">{all.map(({ options }) => options?.map(({ label }) => label).join('')).join('|')}</button>
      );
    }
    const services = fakeServices();
    const { rerender } = render(
      <Around services={services}>
        <Columns />
      </Around>,
    );
    await settle();
    expect(shown()).toEqual(['公章合同章|甲']);
    rerender(
      <Around services={services}>
        <Columns />
      </Around>,
    );
    expect(seen.at(-1)).toBe(seen.at(-2));
  });
});
