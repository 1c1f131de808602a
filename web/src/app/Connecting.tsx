import { Suspense, useEffect, useState } from "react";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { Loading } from "./Loading";

const Offline = lazyWithRetry(() => import("../screens/Offline"));
const PATIENCE_MS = 4_000;

/**
 * Shown until the server has said who is signed in. If that takes longer than `PATIENCE_MS`, the server cannot be
 * reached.
 */
export function Connecting() {
  const [isLong, setLong] = useState(!navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={<Loading />}>{isLong ? <Offline /> : <Loading />}</Suspense>;
}
