import type { ComponentChildren, JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import { FindOperation, OperationList } from "./OperationList.tsx";
import { HeaderList } from "./HeaderList.tsx";
import type { Header, Operation } from "./operations.ts";

/**
 * The first page of the reference: a list of all operations, and the response headers that they
 * share.
 */
export function Reference({ site, operations, headers }: ReferenceProps): JSX.Element {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <>
      <About site={site} title="API reference">
        Generated from <a href={`${site.basePath}/openapi.json`}>the OpenAPI document</a>. Also{" "}
        <a href={`${site.basePath}/docs/reference/all`}>on one page</a>. Base URL
      </About>
      <nav class="endpoints" aria-label="Operations">
        <FindOperation />
        {tags.map((tag) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {operations
                .filter((operation) => operation.tag === tag)
                .map(({ id, page, method, path, summary }) => (
                  <li key={id} id={id} data-words={`${summary} ${path} ${method}`}>
                    <a href={`${site.basePath}/docs/reference/${page}#${id}`}>{summary}</a>
                    <code>
                      <b class={`method ${method.toLowerCase()}`}>{method}</b> {path}
                    </code>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <section id="headers" class="fields">
        <h2>
          <a href="#headers">Response headers</a>
        </h2>
        <p>Each operation lists those that it sends.</p>
        <HeaderList headers={headers} />
      </section>
    </>
  );
}

interface ReferenceProps {
  site: Site;
  operations: readonly Operation[];
  /** Response headers that operations share. */
  headers: readonly Header[];
}

/**
 * A page of the reference: the list of all operations, and the fields and samples of those of the
 * page.
 */
export function ReferencePage(props: ReferencePageProps): JSX.Element {
  const { site, title, operations, displayed, html } = props;
  return (
    <div class="reference">
      <About site={site} title={title}>
        Part of <a href={`${site.basePath}/docs/reference`}>the API reference</a>. Base URL
      </About>
      <OperationList site={site} operations={operations} displayed={displayed} />
      <div class="operations" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

interface ReferencePageProps {
  site: Site;
  title: string;
  operations: readonly Operation[];
  displayed: readonly Operation[];
  /** The fields and samples of the displayed operations. */
  html: string;
}

interface AboutProps {
  site: Site;
  title: string;
  children: ComponentChildren;
}

/** The title of a page, and a line that ends with the base URL. */
function About({ site, title, children }: AboutProps): JSX.Element {
  return (
    <div class="about">
      <h1>{title}</h1>
      <p class="lead">
        {children} <code>{site.origin}</code>
      </p>
    </div>
  );
}
