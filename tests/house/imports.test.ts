import { describe, expect, it } from 'vitest';
import { forbiddenImports, importsOf, judge } from '../../codegen/imports.ts';

const judged = (file: string, text: string): (string | null)[] => importsOf(file, text).map(judge);

describe('import direction', () => {
  it('finds no forbidden import in src', () => {
    expect(forbiddenImports()).toEqual([]);
  });
  it('refuses an upward import, however it is written', () => {
    expect(judged('kernel/a.ts', "import { x } from '../runtime/x.ts';")).toEqual(['kernel may not import runtime']);
    expect(judged('widgets/a/edit.tsx', "import type { X } from '../../screens/x.ts';")).toEqual([
      'widgets may not import screens',
    ]);
    expect(judged('app/a.ts', "const load = () => import('../server/main.ts');")).toEqual([
      'app may not import server',
    ]);
    expect(judged('rules/a.ts', "export { x } from '../kernel/x.ts';")).toEqual(['rules may not import kernel']);
  });
  it('refuses an import past the door of a room, from inside src/domain as well', () => {
    expect(judged('runtime/a.ts', "import { x } from '../kernel/form.ts';")).toEqual([
      'kernel is imported through kernel/index.ts',
    ]);
    expect(judged('domain/a.ts', "import { x } from './problem/errors.ts';")).toEqual([
      'domain/problem is imported through domain/problem/index.ts',
    ]);
    expect(judged('runtime/a.ts', "import { x } from '../kernel/index.ts';")).toEqual([null]);
    expect(judged('kernel/a.ts', "import { x } from './form.ts';")).toEqual([null]);
  });
  it('keeps React out of what the server loads', () => {
    expect(judged('kernel/a.ts', "import { useState } from 'react';")).toEqual(['user interface below the runtime']);
    expect(judged('widgets/a/definition.ts', "import { Input } from 'antd';")).toEqual([
      'user interface below the runtime',
    ]);
    expect(judged('server/a.ts', "import { definition } from '../widgets/a/definition.ts';")).toEqual([null]);
    expect(judged('server/a.ts', "import { edit } from '../widgets/a/edit.tsx';")).toEqual([
      'server may not import widgets',
    ]);
  });
});
