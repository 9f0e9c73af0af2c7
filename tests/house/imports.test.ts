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
    expect(judged('expressions/a.ts', "import type { X } from '../kernel/index.ts';")).toEqual([
      'expressions may not import kernel',
    ]);
    expect(judged('kernel/a.ts', "import { x } from '../relations/index.ts';")).toEqual([
      'kernel may not import relations',
    ]);
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
    expect(judged('runtime/a.ts', "const { x } = await import('../expressions/lazy.ts');")).toEqual([null]);
    expect(judged('effects/a.ts', "import { x } from '../relations/relationPath.ts';")).toEqual([
      'relations is imported through relations/index.ts',
    ]);
  });
  it('lets pages of staff have the importer lazily alone', () => {
    expect(judged('screens/a.ts', "import { x } from '../importer/index.ts';")).toEqual([
      'staff do not download the importer: import it lazily',
    ]);
    expect(judged('screens/a.ts', "const { x } = await import('../importer/index.ts');")).toEqual([null]);
    expect(judged('designer/a.ts', "import { x } from '../importer/index.ts';")).toEqual([null]);
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
  it('keeps the floors of the server: no import upward, sideways, or of a room without a floor', () => {
    expect(judged('server/records/list/a.ts', "import { x } from '../../approval/x.ts';")).toEqual([
      'server/records may not import server/approval, which does not stand on a lower floor',
    ]);
    expect(judged('server/store/database.ts', "import type { X } from '../records/tables.ts';")).toEqual([
      'server/store may not import server/records, which does not stand on a lower floor',
    ]);
    expect(judged('server/mail/a.ts', "import { x } from '../hr/x.ts';")).toHaveLength(1);
    expect(judged('server/mail/a.ts', "import { x } from '../drafts/x.ts';")).toEqual([
      'server/mail may not import server/drafts, which does not stand on a lower floor',
    ]);
    expect(judged('server/unknown/a.ts', "import { x } from '../http/x.ts';")).toEqual([
      'server/unknown has no floor: name it in SERVER_FLOORS',
    ]);
    expect(judged('server/approval/a.ts', "import { x } from '../records/index.ts';")).toEqual([null]);
    expect(judged('server/approval/a.ts', "import { x } from '../records/list/x.ts';")).toEqual([
      'server/records is imported through server/records/index.ts',
    ]);
    expect(judged('server/start.ts', "import { x } from './records/register.ts';")).toHaveLength(1);
    expect(judged('server/approval/a.ts', "import { x } from '../store/id.ts';")).toEqual([null]);
  });
  it('keeps the engine of processes pure', () => {
    expect(judged('server/flow/engine/a.ts', "import { sql } from 'kysely';")).toEqual([
      'the engine of processes is pure',
    ]);
    expect(judged('server/flow/engine/a.ts', "import type { Trx } from '../../store/transaction.ts';")).toHaveLength(1);
    expect(judged('server/flow/engine/a.ts', "import type { X } from '../../context.ts';")[0]).toContain('lower floor');
  });
});
