import { render } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { AppLoading } from '../../src/app/boot/AppLoading.tsx';
import { STORAGE_KEYS } from '../../src/session/keys.ts';

beforeEach(() => {
  localStorage.clear();
  for (const key of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[key];
});

test('who has just signed in and keeps the page dark sees the bones of the layout dark, as they left them', () => {
  localStorage.setItem(STORAGE_KEYS.layout, JSON.stringify({ mode: 'dark', sideTheme: 'light', tagsView: false }));
  localStorage.setItem(STORAGE_KEYS.sidebar, '0');
  const { container } = render(<AppLoading />);
  expect(container.querySelector('.sf-bones')).not.toBeNull();
  expect({ ...document.documentElement.dataset }).toEqual({
    theme: 'dark',
    bonesSide: 'closed',
    bonesLight: '1',
    bonesNoTabs: '1',
  });
});

test('a page without a layout has a mark in the middle instead', () => {
  document.documentElement.dataset.boot = 'lone';
  const { container } = render(<AppLoading />);
  expect([container.querySelector('.sf-bones'), container.querySelector('.sf-boot') === null]).toEqual([null, false]);
});
