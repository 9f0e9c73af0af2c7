import { expect, test } from 'vitest';
import { cropSquare } from '../../../src/shell/userMenu/cropSquare.ts';

test('the square of a picture is the largest that fits, and moves from edge to edge', () => {
  expect(cropSquare({ width: 600, height: 200 }, { zoom: 1, x: 0.5, y: 0.5 })).toEqual({
    side: 200,
    left: 200,
    top: 0,
  });
  expect(cropSquare({ width: 600, height: 200 }, { zoom: 1, x: 1, y: 0 })).toEqual({ side: 200, left: 400, top: 0 });
  expect(cropSquare({ width: 200, height: 600 }, { zoom: 2, x: 0, y: 1 })).toEqual({ side: 100, left: 0, top: 500 });
});

test('the square never leaves the picture, however far it is zoomed out', () => {
  expect(cropSquare({ width: 300, height: 300 }, { zoom: 0.2, x: 1, y: 1 })).toEqual({ side: 300, left: 0, top: 0 });
});
