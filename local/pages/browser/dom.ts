type Child = Node | string | number | false | null | undefined;

type Properties = Readonly<Record<string, unknown>>;

/**
 * An element with properties and children. `class`, `role`, `for`, `style` and names with a dash are attributes, `on…` are listeners, the rest are
 * properties of the element.
 */
export const h = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value as EventListener);
    else if (/^(class|role|for)$|-/.test(key)) element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  }
  element.append(...kept(children));
  return element;
};

/** Replaces an element's content unless it is unchanged, so that focus and selection stay. */
export const fill = (element: Element, ...children: readonly Child[]): void => {
  const next = document.createElement('div');
  next.append(...kept(children));
  if (next.innerHTML === element.innerHTML) return;
  element.replaceChildren(...next.childNodes);
};

/** The element with this id, which exists in the page's HTML. */
export const place = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
};

const kept = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap((child) => {
    if (child === false || child === null || child === undefined) return [];
    return [typeof child === 'number' ? String(child) : child];
  });
