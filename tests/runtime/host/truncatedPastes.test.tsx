import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as notices from '../../../src/runtime/host/notice.ts';
import { truncatedLength, warnOfTruncatedPastes } from '../../../src/runtime/host/truncatedPastes.ts';

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

function box(value: string, maxLength?: number): HTMLTextAreaElement {
  const area = document.createElement('textarea');
  if (maxLength !== undefined) area.maxLength = maxLength;
  area.value = value;
  document.body.append(area);
  area.setSelectionRange(value.length, value.length);
  return area;
}
const paste = (target: Element, text: string): void => {
  fireEvent.paste(target, { clipboardData: { getData: () => text } });
};

test('what a control does not take of a pasted text is counted; a selection makes room, a line break is one character', () => {
  const area = box('12345', 8);
  expect([truncatedLength(area, 'abc'), truncatedLength(area, 'abcd'), truncatedLength(area, 'a\r\nb')]).toEqual([
    0, 1, 0,
  ]);
  area.setSelectionRange(0, 5);
  expect(truncatedLength(area, 'abcdefghij')).toBe(2);
  expect(truncatedLength(box('12345'), 'x'.repeat(1000))).toBe(0);
});

test('a paste that is cut is told with the number of characters left out, one that fits is not', () => {
  const told = vi.spyOn(notices, 'notice').mockImplementation(() => undefined);
  const stop = warnOfTruncatedPastes(document);
  paste(box('', 500), '长'.repeat(620));
  paste(box('', 500), '长'.repeat(500));
  stop();
  paste(box('', 500), '长'.repeat(620));
  expect(told.mock.calls).toEqual([['warning', '此处最多 500 字，粘贴内容的最后 120 字没有填入']]);
});
