import type { ComponentType, JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { lazyPart } from "../shell/lazy-part.tsx";
import type { PartOptions } from "../shell/part-element.tsx";
import { useSignal } from "../shell/signal.ts";
import type { FormModel } from "./form-model.ts";

interface ModelProps {
  model: FormModel;
}

/**
 * Creates a lazy part of a form. It is hydrated with the values that the server rendered, even when
 * others were entered before its script has loaded, because hydration compares no attributes.
 */
export function lazyFields<P extends ModelProps>(
  load: () => Promise<ComponentType<P>>,
  options?: PartOptions,
): ComponentType<P> {
  const Part = lazyPart(async () => withServerModel(await load()), options);
  return function LazyFields(props: P): JSX.Element {
    const serverModel = useMemo(() => freezeModel(props.model), []);
    return <Part {...props} serverModel={serverModel} />;
  };
}

/** Returns a component that is first drawn with `serverModel`, then with its own model. */
function withServerModel<P extends ModelProps>(
  Component: ComponentType<P>,
): ComponentType<P & { serverModel: FormModel }> {
  return function ServerModelFirst({ serverModel, ...props }): JSX.Element {
    const isHydrated = useSignal(false);
    useLayoutEffect(() => void (isHydrated.value = true), []);
    const componentProps = props as unknown as P;
    return (
      <Component
        {...componentProps}
        model={isHydrated.value ? componentProps.model : serverModel}
      />
    );
  };
}

/**
 * Returns a model whose values and errors stay as they are now, because spreading reads their
 * getters.
 */
function freezeModel(model: FormModel): FormModel {
  return { ...model, values: { ...model.values }, errors: { ...model.errors } };
}
