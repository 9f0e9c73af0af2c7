import { render, type RenderResult } from '@testing-library/react';
import { App } from 'antd';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { ReactNode } from 'react';
import { RuntimeProvider } from '../../src/runtime/Provider.tsx';
import { createRegistry, type Plugin } from '../../src/kernel/registry.ts';
import type { Faces } from '../../src/runtime/node/faces.ts';
import type { Services } from '../../src/runtime/services/services.ts';
import { SessionContext } from '../../src/session/context.ts';
import { bench, type Bench } from '../session/fakes.ts';

const situation = {
  user: { id: 'u1', name: '张经办', roles: [] },
  taskNode: '',
  todo: '0',
  isEdit: '0',
  flowState: '',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
} as const;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}

export interface Shown extends Bench {
  view: RenderResult;
  where(): string;
  services: Services;
}

interface Options {
  session?: Parameters<typeof bench>[0];
  at?: string;
  plugins?: readonly Plugin<Faces>[];
  isLoaded?: boolean;
  roles?: readonly string[];
  services?: object;
}

/** Renders with everything a shell widget stands in: session, services, router. */
export async function show(
  children: ReactNode,
  { session, at = '/', plugins = [], isLoaded = true, roles = [], services: others = {} }: Options = {},
): Promise<Shown> {
  const made = bench(session);
  if (isLoaded) await made.session.load();
  const services = {
    address: (path: string) => `/api${path}`,
    session: made.fakeSession,
    ...others,
  } as unknown as Services;
  const view = render(
    <SessionContext value={made}>
      <App>
        <RuntimeProvider
          registry={createRegistry(plugins)}
          services={services}
          situation={{ ...situation, user: { ...situation.user, roles } }}
        >
          <MemoryRouter initialEntries={[at]}>
            {children}
            <Where />
          </MemoryRouter>
        </RuntimeProvider>
      </App>
    </SessionContext>,
  );
  return { ...made, view, services, where: () => view.getByTestId('where').textContent ?? '' };
}
