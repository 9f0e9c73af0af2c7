/**
 * Lets a folder call code that it must not import, because that code imports the folder. The folder declares the
 * contract, and the other code registers its implementation when a server starts (`register.ts`). Values are stored per
 * server context, so that several servers in one process (tests) do not share them.
 */
export interface RegistrationPoint<T> {
  /** Registers the implementation. Throws if one is already registered. */
  register(context: object, value: T): void;
  /** Throws while nothing is registered: the composition of the server is incomplete. */
  registeredFor(context: object): T;
}

/** Creates a registration point. `name` appears in its error messages. */
export function registrationPoint<T>(name: string): RegistrationPoint<T> {
  const values = new WeakMap<object, T>();
  return {
    register: (context, value) => {
      if (values.has(context)) throw new Error(`${name} is registered twice`);
      values.set(context, value);
    },
    registeredFor: (context) => {
      const value = values.get(context);
      if (value === undefined) throw new Error(`nothing is registered for ${name}`);
      return value;
    },
  };
}

/** Like `RegistrationPoint`, for contracts with any number of implementations, in the order of registration. */
export interface RegistrationList<T> {
  /** Adds an implementation. */
  add(context: object, value: T): void;
  registeredFor(context: object): readonly T[];
}

/** Creates an empty registration list. */
export function registrationList<T>(): RegistrationList<T> {
  const lists = new WeakMap<object, T[]>();
  return {
    add: (context, value) => {
      lists.set(context, [...(lists.get(context) ?? []), value]);
    },
    registeredFor: (context) => lists.get(context) ?? [],
  };
}
