import type { ReactNode } from 'react';
import type { Registry } from '../kernel/index.ts';
import type { Situation } from '../rules/situation.ts';
import { RegistryContext, ServicesContext, SituationContext } from './contexts.ts';
import type { Faces } from './node/faces.ts';
import type { Services } from './services/services.ts';

interface Props {
  registry: Registry<Faces>;
  services: Services;
  situation: Situation;
  children: ReactNode;
}

/** Provides registry, services and situation to the nodes of a document. */
export function RuntimeProvider({ registry, services, situation, children }: Props) {
  return (
    <RegistryContext value={registry}>
      <ServicesContext value={services}>
        <SituationContext value={situation}>{children}</SituationContext>
      </ServicesContext>
    </RegistryContext>
  );
}
