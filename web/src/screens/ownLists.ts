/** The lists that only the member sees, in one file. */
export { Archive } from "./Archive";
