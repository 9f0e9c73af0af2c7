import { act, render, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keptTopic } from '../../../src/domain/recordTopics.ts';
import type { FormDefinition } from '../../../src/kernel/index.ts';
import { ServicesContext } from '../../../src/runtime/contexts.ts';
import { Dialog } from '../../../src/runtime/host/Dialog.tsx';
import { createOpenDialogs, OpenDialogsContext } from '../../../src/runtime/host/openDialogs.ts';
import { PageContext, type Page } from '../../../src/runtime/screen/page.ts';
import { useReloadOnKeptValueChange } from '../../../src/screens/detail/useReloadOnKeptValueChange.ts';
import { useReloadWhenShown } from '../../../src/screens/detail/useReloadWhenShown.ts';
import { aRecord, fakeServices } from '../fakes.tsx';

const dialogs = createOpenDialogs();

/** A record's page, on which a dialog may stand, and the record as the server has it now. */
function opened(revision: number) {
  let showAgain = (): void => undefined;
  const page = {
    onShown: (listener: () => void) => {
      showAgain = listener;
      return () => undefined;
    },
  } as unknown as Page;
  const onReload = vi.fn();
  const part = { current: document.body.appendChild(document.createElement('div')) };
  part.current.innerHTML = '<input><button></button>';
  const stored = { ...aRecord('r1', {}), revision: 1 };
  const services = fakeServices({ records: { get: (async () => ({ ...stored, revision })) as never } });
  const Record = ({ isBlocked, hasDialog }: { isBlocked: boolean; hasDialog: boolean }) => {
    useReloadWhenShown({
      dialogs,
      container: part,
      query: { formKey: 'f', taskId: null } as never,
      storedRecord: stored,
      hasUnsaved: () => isBlocked,
      onReload,
    });
    // one that is only waiting to be opened holds nothing
    return (
      <OpenDialogsContext value={dialogs}>
        <Dialog title="转办" isOpen={hasDialog} onClose={() => undefined}>
          内容
        </Dialog>
      </OpenDialogsContext>
    );
  };
  const at = (isBlocked: boolean, hasDialog: boolean) => (
    <ServicesContext value={services}>
      <PageContext value={page}>
        <Record isBlocked={isBlocked} hasDialog={hasDialog} />
      </PageContext>
    </ServicesContext>
  );
  const { rerender } = render(at(false, false));
  return {
    onReload,
    part: part.current,
    set: (isBlocked: boolean, hasDialog: boolean) => rerender(at(isBlocked, hasDialog)),
    showAgain: () =>
      act(async () => {
        showAgain();
        await new Promise((done) => {
          setTimeout(done, 0);
        });
      }),
  };
}

it('a record that somebody went on with is loaded again when its page is shown again, one that stands still is not', async () => {
  const changed = opened(2);
  await changed.showAgain();
  expect(changed.onReload).toHaveBeenCalledTimes(1);
  const same = opened(1);
  await same.showAgain();
  expect(same.onReload).not.toHaveBeenCalled();
});

it('it is not loaded again under an open dialog, but when that is closed, unless something was typed meanwhile', async () => {
  const page = opened(2);
  page.set(false, true);
  await page.showAgain();
  expect(page.onReload).not.toHaveBeenCalled();
  page.set(false, false);
  expect(page.onReload).toHaveBeenCalledTimes(1);
  page.set(false, true);
  await page.showAgain();
  page.set(true, true);
  page.set(true, false);
  expect(page.onReload).toHaveBeenCalledTimes(1);
});

it('it is not loaded again under a field that somebody has gone to, but when they have left it, and not from one field to the next', async () => {
  const page = opened(2);
  const [field, button] = [page.part.querySelector('input'), page.part.querySelector('button')] as [
    HTMLElement,
    HTMLElement,
  ];
  const turn = () =>
    act(
      () =>
        new Promise((done) => {
          setTimeout(done, 0);
        }),
    );
  field.focus();
  await page.showAgain();
  button.focus();
  await turn();
  expect(page.onReload).not.toHaveBeenCalled();
  page.set(false, true);
  await turn();
  page.set(false, false);
  (document.activeElement as HTMLElement | null)?.blur();
  await turn();
  expect(page.onReload).toHaveBeenCalledTimes(1);
  field.focus();
  await page.showAgain();
  page.set(true, false);
  field.blur();
  await turn();
  expect(page.onReload).toHaveBeenCalledTimes(1);
});

it('a record is loaded again when a value that the server keeps has changed, and not for a list of the same values', async () => {
  const definition = {
    formKey: 'f',
    fields: [{ tag: 'el-date-picker', __vModel__: 'days', type: 'daterange', rollup: { from: 'g', fn: 'last' } }],
  } as unknown as FormDefinition;
  let days = ['2026-01-01', '2026-01-31'];
  let tell = (): void => undefined;
  const services = {
    ...fakeServices({ records: { get: async () => aRecord('r1', { days: [...days] }) } }),
    serverEvents: {
      on: (topic: string, listener: () => void) => {
        if (topic === keptTopic('r1')) tell = listener;
        return () => undefined;
      },
    },
  };
  const onReload = vi.fn();
  const stored = aRecord('r1', { days: [...days] });
  renderHook(
    () =>
      useReloadOnKeptValueChange({
        query: { formKey: 'f', taskId: null } as never,
        storedRecord: stored,
        definition,
        isViewMode: true,
        onReload,
      }),
    { wrapper: ({ children }) => <ServicesContext value={services}>{children}</ServicesContext> },
  );
  const told = () =>
    act(async () => {
      tell();
      await new Promise((done) => {
        setTimeout(done, 0);
      });
    });
  await told();
  expect(onReload).not.toHaveBeenCalled();
  days = ['2026-01-01', '2026-02-28'];
  await told();
  expect(onReload).toHaveBeenCalledTimes(1);
});
