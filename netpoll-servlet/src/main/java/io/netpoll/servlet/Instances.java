package io.netpoll.servlet;

import jakarta.servlet.ServletException;
import java.lang.reflect.InvocationTargetException;

/** Makes instances of the application's classes. */
final class Instances {

    private final ClassLoader loader;

    Instances(ClassLoader loader) {
        this.loader = loader;
    }

    <T> T create(Class<T> type) throws ServletException {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw new ServletException("The constructor of " + type.getName() + " has failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new ServletException(type.getName() + " has no constructor without parameters that can be called", e);
        }
    }

    <T> Class<? extends T> load(String className, Class<T> kind) {
        try {
            return Class.forName(className, false, loader).asSubclass(kind);
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IllegalArgumentException(className + " is not a class of kind " + kind.getName(), e);
        }
    }
}
