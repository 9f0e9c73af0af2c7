import { expect, test } from 'vitest';
import { rememberScreen, screenAt } from '../../src/session/screenMemory.ts';
import { memoryStorage } from './fakes.ts';

test('the screen of a path is remembered, the newest word wins, and old paths make room', () => {
  const storage = memoryStorage();
  rememberScreen(storage, '/mail/collectionLetters', 'platform/mail/old');
  rememberScreen(storage, '/mail/collectionLetters', 'platform/mail/collectionLetters');
  expect([screenAt(storage, '/mail/collectionLetters'), screenAt(storage, '/index')]).toEqual(['platform/mail/collectionLetters', undefined]);
  for (let index = 0; index < 60; index += 1) rememberScreen(storage, `/p${index}`, 'x');
  expect([screenAt(storage, '/mail/collectionLetters'), screenAt(storage, '/p0')]).toEqual([undefined, 'x']);
});

test('a memory that is nonsense is none', () => {
  expect(screenAt(memoryStorage({ screenOfPath: '{broken' }), '/index')).toBeUndefined();
});
