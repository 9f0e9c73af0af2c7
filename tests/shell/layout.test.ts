import { expect, test } from 'vitest';
import { createLayout } from '../../src/shell/layoutState.ts';
import { countFittingModules } from '../../src/shell/moduleSwitch/ModuleSwitch.tsx';
import { memoryStorage } from '../session/fakes.ts';

const OPEN: [string | null, boolean][] = [
  [null, true],
  ['1', true],
  ['0', false],
  ['2', true],
];
for (const [saved, isOpen] of OPEN) {
  test(`a saved sidebarStatus of ${saved ?? 'nothing'} starts ${isOpen ? 'open' : 'closed'} (SB-003)`, () => {
    expect(createLayout(memoryStorage(saved === null ? {} : { sidebarStatus: saved }), 1440).state.isOpen).toBe(isOpen);
  });
}

test('the choice is saved as 1 or 0 (SB-002)', () => {
  const storage = memoryStorage();
  const layout = createLayout(storage, 1440);
  layout.toggle();
  expect(storage.getItem('sidebarStatus')).toBe('0');
  layout.toggle();
  expect(storage.getItem('sidebarStatus')).toBe('1');
});

test('below 992 px the device is mobile and the sidebar closes; the desktop keeps its own choice (SH-008, EN-010)', () => {
  const storage = memoryStorage({ sidebarStatus: '1' });
  const layout = createLayout(storage, 992);
  expect(layout.state).toMatchObject({ device: 'desktop', isOpen: true });
  layout.resize(991);
  expect(layout.state).toMatchObject({ device: 'mobile', isOpen: false, withoutAnimation: true });
  layout.toggle();
  layout.close();
  expect(storage.getItem('sidebarStatus')).toBe('1');
  layout.resize(1440);
  expect(layout.state).toMatchObject({ device: 'desktop', isOpen: true });
});

test('closing can happen without animation (SB-004)', () => {
  const layout = createLayout(memoryStorage(), 1440);
  layout.close({ withoutAnimation: true });
  expect(layout.state).toMatchObject({ isOpen: false, withoutAnimation: true });
});

test('as many modules stand side by side as width / 3 / 85 allows (TB-003)', () => {
  expect([1440, 1020, 768, 390, 100].map(countFittingModules)).toEqual([5, 4, 3, 1, 1]);
});
